import { CHROMIUM } from './chromium/launch-chromium';
import type { BrowserProduct, ProductName } from './steward-browser';

const PRODUCTS: Record<ProductName, BrowserProduct> = { chromium: CHROMIUM, firefox: CHROMIUM };

export function productNamed(name: ProductName): BrowserProduct {
  return PRODUCTS[name];
}
