/**
 * Runs a command's `main`, which resolves with the exit code. Errors that the user can fix are printed
 * without a stack.
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    // By name, since a bundle has classes of its own.
    if (!['UserError', 'Interrupted'].includes(error.name)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode ?? 1;
  }
}
