import { canonicalJson } from '@/src/core/hash';
import type { PlannedPageChange } from './page-change';
import type { VisibilityOutcome } from './visibility-outcome';

/** True if the effect on the page differs from the effect for clients, so that both are shown. */
export function showsPageApart({ onPage, forClients }: PlannedPageChange): boolean {
  return textOf(onPage) !== textOf(forClients);
}

function textOf({ providers, unknown }: VisibilityOutcome): string {
  const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);
  return canonicalJson([
    ...providers.map(({ newlyHidden, broughtBack }) => [ids(newlyHidden), ids(broughtBack)]),
    unknown,
  ]);
}
