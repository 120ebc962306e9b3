import { ALL_SITES } from '@/src/core/adapter/several-sites';
import type { PageBinding } from '@/src/schema/page-binding';
import { MAX_TARGET_NAME_LENGTH } from '@/src/schema/values/targets';
import type { Sites } from '../sites/sites';

/** Names for the sites of these pages, each another one: the user's name for the site, or its host. */
export async function siteNames(
  sites: Pick<Sites, 'markOf'>,
  bindings: readonly PageBinding[],
): Promise<string[]> {
  const marks = await Promise.all(bindings.map(({ origin }) => sites.markOf(origin)));
  // A call of a site of that name would be one of all sites.
  const taken = new Set<string>([ALL_SITES]);
  return bindings.map(({ origin }, index) => {
    // A number fits behind it.
    const wanted = (marks[index]?.name ?? new URL(origin).host).slice(0, MAX_TARGET_NAME_LENGTH - 7);
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted} (${count})`;
    taken.add(name);
    return name;
  });
}
