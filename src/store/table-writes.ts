import type { DBCore, DBCoreMutateRequest, Middleware } from 'dexie';

/** A middleware of the database that carries out each write of a table as `change` returns it. */
export function tableWrites(
  tableName: string,
  change: (request: DBCoreMutateRequest) => DBCoreMutateRequest,
): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: `writes of ${tableName}`,
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (name !== tableName) return table;
        return { ...table, mutate: (request) => table.mutate(change(request)) };
      },
    }),
  };
}
