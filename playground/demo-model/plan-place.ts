import { nearestNames } from './nearest-names';
import { callItem, type PlanContext, type PlanItem, problem, wholeCall } from './plan-item';
import { code, count, nameList, plain } from './sentence';

/** Rules that a comparison names, before the rest is counted. */
const MAX_NEWS = 20;

/** Shows another provider, if there is one of that name. */
export function planSwitch(wanted: string, { sight }: PlanContext): PlanItem[] {
  const reason = `Another provider is to be shown: ${code(wanted)}.`;
  if (sight.kind === 'unseen') return [wholeCall('switch_provider', { provider: wanted }, reason)];
  const { page } = sight;
  const provider = page.providers.find((name) => sameName(name, wanted));
  if (provider === page.provider) {
    return [{ kind: 'answer', text: () => `The page shows ${code(provider)} already.` }];
  }
  if (provider !== undefined) return [wholeCall('switch_provider', { provider }, reason)];
  const near = nearestNames(wanted, page.providers);
  const hint =
    near.length > 0
      ? `Did you mean ${nameList(near)}?`
      : `There are ${nameList(page.providers, page.providers.length, 12)}.`;
  return [problem(`There is no provider "${plain(wanted)}". ${hint}`)];
}

export function planRefresh(context: PlanContext): PlanItem[] {
  return [callItem(context, 'refresh_models', {}, 'The models are to be fetched anew.')];
}

/** What differs between the page and the saved file, as far as the state and this conversation tell. */
export function planCompare({ news }: PlanContext): PlanItem[] {
  return [
    {
      kind: 'answer',
      text: (now) => {
        if (now.kind === 'unseen') return `I can’t see the page: ${now.reason}.`;
        const { unsaved } = now.page;
        if (unsaved.length === 0) return 'The page and the saved file agree: there are no unsaved changes.';
        const known = news.filter(({ provider }) => unsaved.includes(provider));
        const head = `The page differs from the saved file for ${nameList(unsaved)}.`;
        if (known.length === 0) {
          return `${head} I am told that much, but not which rules differ: those changes were made before this conversation.`;
        }
        const lines = known
          .slice(0, MAX_NEWS)
          .map(
            ({ change, kind, pattern, provider }) =>
              `- ${code(provider)}: ${kind} rule ${code(pattern)} ${change}`,
          );
        const more =
          known.length > MAX_NEWS ? [`- and ${count(known.length - MAX_NEWS, 'more change')}`] : [];
        return [`${head} Of what was changed in this conversation I know:`, '', ...lines, ...more].join('\n');
      },
    },
  ];
}

function sameName(left: string, right: string): boolean {
  const plainName = (name: string) => name.toLowerCase().replaceAll(/[_\s-]/g, '-');
  return plainName(left) === plainName(right);
}
