/** A finding of the linter. */
interface Finding {
  code: string;
  file: string;
  line: number;
  column: number;
  message: string;
}

/** The part of the linter that scripts/lint-firefox.mjs uses; the package has no types. */
declare module 'addons-linter' {
  const linter: {
    createInstance(options: {
      config: { _: string[]; logLevel: string; output: string };
      runAsBinary: boolean;
    }): { run(): Promise<Record<'errors' | 'warnings' | 'notices', Finding[]>> };
  };
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default linter;
}
