import type { RuleSets } from '@/playground/filter/rule-sets';
import { createStore } from '@/playground/page/state/create-store';
import {
  createPageController,
  type PageController,
  type PageStore,
} from '@/playground/page/state/page-controller';
import { INITIAL_PAGE_STATE } from '@/playground/page/state/page-state';
import { reducePage } from '@/playground/page/state/reduce-page';
import { createFakeCatalogueApi, createFakeKeyStore, type FakeCatalogueApi } from './fake-catalogue-api';

/** The models of the page in tests. */
export const MODELS = {
  gemini: ['gemini/flash', 'gemini/flash-exp', 'gemini/pro'],
  openai: ['openai/gpt-4', 'openai/gpt-4-turbo', 'openai/o1', 'openai/o1-preview'],
};

/** The page without a view: store, controller and a fake server. */
export interface TestPage {
  store: PageStore;
  controller: PageController;
  api: FakeCatalogueApi;
}

/** A page before its start. */
export function createTestPage(saved: RuleSets = {}): TestPage {
  const store = createStore(reducePage, INITIAL_PAGE_STATE);
  const api = createFakeCatalogueApi(MODELS, saved);
  return { store, api, controller: createPageController({ store, api, keys: createFakeKeyStore() }) };
}

/** A page with openai in view and its models loaded. */
export async function startTestPage(saved: RuleSets = {}): Promise<TestPage> {
  const page = createTestPage(saved);
  await page.controller.start();
  await page.controller.selectProvider('openai');
  return page;
}

/** Adds rules as a user does: types them and confirms. */
export function enterRules({ store }: TestPage, kind: 'ignore' | 'whitelist', text: string): void {
  store.dispatch({ type: 'field-typed', kind, text });
  store.dispatch({ type: 'rules-added', kind });
}
