import { assertNever } from '../assert-never';

/**
 * Which providers a request is about, by its words. `unsaid`: it names none; `here`: the one in view; `others`: all
 * but that one; `all`: every one, save those that it takes out again.
 */
export type Scope =
  | { kind: 'unsaid' }
  | { kind: 'here' }
  | { kind: 'others' }
  | { kind: 'all'; except: string[] }
  | { kind: 'named'; providers: string[] };

/** The providers that a scope stands for, in the order of the page. */
export function providersOf(
  scope: Exclude<Scope, { kind: 'unsaid' }>,
  page: { provider: string; providers: readonly string[] },
): string[] {
  switch (scope.kind) {
    case 'here':
      return [page.provider];
    case 'others':
      return page.providers.filter((provider) => provider !== page.provider);
    case 'all':
      return page.providers.filter((provider) => !scope.except.includes(provider));
    case 'named':
      return scope.providers;
    default:
      return assertNever(scope);
  }
}
