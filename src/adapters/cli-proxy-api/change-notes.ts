import { type Said, say } from '@/src/schema/values/said';
import { counted } from '../kit/tool-results';
import { type CliProxyContext, type ExclusionList, modelsOf } from './exclusions';

/** Steward cannot make the page reload its rules, and a save in its open editor would write the old ones. */
export const STALE_PAGE =
  'If the page’s own editor is open, it still shows the rules from before, and saving there would write them back: tell the user to reload the page first.';

/** The note beside a model in a preview: its other names, and another key that still serves it. */
export function detailOf(names: string[], key: string | undefined): Said | null {
  if (names.length > 0) {
    return key === undefined
      ? say('cli-proxy-api.preview.otherNames', { names })
      : say('cli-proxy-api.preview.otherNamesAndKey', { names, key });
  }
  return key === undefined ? null : say('cli-proxy-api.preview.otherKey', { key });
}

/** The lists whose models the server doesn't name. */
export function withoutCatalogue(context: CliProxyContext, lists: readonly ExclusionList[]): ExclusionList[] {
  return lists.filter((list) => modelsOf(context, list) === null);
}

/** The note on lists whose models the server doesn't name; empty without such a list. */
export function noCatalogue(lists: readonly ExclusionList[]): Said[] {
  return counted([
    lists.length,
    say('cli-proxy-api.preview.noCatalogue', { lists: lists.map(({ id }) => id) }),
  ]);
}
