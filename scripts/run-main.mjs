import { Interrupted } from './run-command.mjs';
import { SetUpError } from './set-up-error.mjs';

/**
 * Runs a command's `main`, which resolves with the exit code. Errors that the user can fix are printed
 * without a stack.
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetUpError || error instanceof Interrupted)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
  }
}
