/**
 * Runs a command's `main`, which resolves with the exit code, 0 if it has none. Prints errors that the user can fix without a stack.
 *
 * @param {() => Promise<number | undefined>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    // Compares names, since a bundle has its own copies of the classes.
    if (!(error instanceof Error) || !['UserError', 'Interrupted'].includes(error.name)) throw error;
    console.error(error.message);
    process.exitCode = 'exitCode' in error ? Number(error.exitCode) : 1;
  }
}
