import type { DecidingRule, Predictor } from '@/tests/outsider/start-predictor';
import { type RulesByProvider, rulesOf } from './filter-call';
import type { Names } from './filter-rig';

/** A model with the rule that decides it, according to Python's `fnmatch`. */
export interface PredictedModel {
  id: string;
  name: string;
  isVisible: boolean;
  rule: DecidingRule | null;
}

/** Each provider's models with their deciding rules. */
export type Prediction = ReadonlyMap<string, readonly PredictedModel[]>;

/** The models whose visibility changes, by name, in code-unit order. */
export interface Difference {
  newlyHidden: string[];
  broughtBack: string[];
}

/** Decides every model of a catalogue. */
export async function predict(python: Predictor, names: Names, rules: RulesByProvider): Promise<Prediction> {
  const decided = Object.entries(names).map(async ([provider, own]): Promise<[string, PredictedModel[]]> => {
    const ids = own.map((name) => `${provider}/${name}`);
    const deciding = await python.decide(ids, rulesOf(rules, provider));
    return [
      provider,
      own.map((name, index) => {
        const rule = deciding[index] ?? null;
        return { id: `${provider}/${name}`, name, isVisible: rule?.[0] !== 'ignore', rule };
      }),
    ];
  });
  return new Map(await Promise.all(decided));
}

/** The expected ids for clients, in code-unit order. */
export function visibleIds(prediction: Prediction): string[] {
  return [...prediction.values()]
    .flat()
    .filter(({ isVisible }) => isVisible)
    .map(({ id }) => id)
    .sort();
}

/** The change of a provider's models between two lists of ids. */
export function differenceOf(
  provider: string,
  before: readonly string[],
  after: readonly string[],
): Difference {
  return {
    newlyHidden: missingFrom(provider, before, after),
    broughtBack: missingFrom(provider, after, before),
  };
}

function missingFrom(provider: string, ids: readonly string[], others: readonly string[]): string[] {
  const prefix = `${provider}/`;
  return ids
    .filter((id) => id.startsWith(prefix) && !others.includes(id))
    .map((id) => id.slice(prefix.length))
    .sort();
}
