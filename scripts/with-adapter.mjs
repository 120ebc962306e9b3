import { loadTypeScript } from './load-typescript.mjs';

/**
 * Runs `work` in a copy of this checkout with the additional adapter in the folder `path`, and resolves with its exit
 * code. `work` receives the copy (scripts/adapter/checkout-with.ts) and a function that keeps its build.
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
