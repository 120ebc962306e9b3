import { loadTypeScript } from './load-typescript.mjs';

/**
 * Runs `work` in a copy of this checkout that has the adapter of the folder `path` as well, and resolves with its exit code.
 * `work` gets the copy (scripts/adapter/checkout-with.ts) and a function that keeps its build.
 */
export async function withAdapter(path, work) {
  const { checkoutWith, keepBuild } = await loadTypeScript('scripts/adapter/checkout-with.ts');
  const checkout = await checkoutWith(path);
  try {
    return await work(checkout, () => keepBuild(checkout));
  } finally {
    checkout.remove();
  }
}
