import { loadTypeScript } from './load-typescript.mjs';
import { SetUpError } from './set-up-error.mjs';

/**
 * Runs `work` in a copy of this checkout that has the adapter of the folder `path` as well, and resolves with its exit code.
 * `work` gets the copy (scripts/adapter/checkout-with.ts) and a function that keeps its build.
 */
export async function withAdapter(path, work) {
  const { checkoutWith, keepBuild } = await loadTypeScript('scripts/adapter/checkout-with.ts');
  const checkout = await checkoutWith(path).catch((error) => {
    // The class of another bundle, so it is recognized by its name.
    throw error.name === 'UsageError' ? new SetUpError(error.message) : error;
  });
  try {
    return await work(checkout, () => keepBuild(checkout));
  } finally {
    checkout.remove();
  }
}
