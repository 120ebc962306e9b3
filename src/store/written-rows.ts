import type { DBCore, Middleware } from 'dexie';

/**
 * A middleware of the database that changes each row of a table before it is written. A hook of Dexie's table would read the old row
 * first.
 */
export function writtenRows<Row>(tableName: string, change: (row: Row) => Row): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: `written ${tableName}`,
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (name !== tableName) return table;
        return {
          ...table,
          mutate: (request) =>
            request.type === 'add' || request.type === 'put'
              ? table.mutate({ ...request, values: (request.values as readonly Row[]).map(change) })
              : table.mutate(request),
        };
      },
    }),
  };
}
