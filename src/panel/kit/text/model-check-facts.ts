import { browser } from 'wxt/browser';
import type { ModelCheck } from '@/src/schema/model-check';

/** Number of tasks of a check that the model did right. */
export function passedIn({ tasks }: ModelCheck): number {
  return tasks.filter(({ isPassed }) => isPassed).length;
}

/** True for a check with the prompts of another version of Steward. */
export function isOld({ version }: ModelCheck): boolean {
  return version !== browser.runtime.getManifest().version;
}
