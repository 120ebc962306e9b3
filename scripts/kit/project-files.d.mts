/** The files of an adapter's folder beside the adapter's own. `kit` is the version of the package steward-adapter, or where it is. */
export function projectFiles(id: string, kit: string): Readonly<Record<string, string>>;
