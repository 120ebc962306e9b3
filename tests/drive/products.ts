import { CHROMIUM } from './chromium/launch-chromium';
import { FIREFOX } from './firefox/launch-firefox';
import type { BrowserProduct, ProductName } from './steward-browser';

const PRODUCTS: Record<ProductName, BrowserProduct> = { chromium: CHROMIUM, firefox: FIREFOX };

export function productNamed(name: ProductName): BrowserProduct {
  return PRODUCTS[name];
}
