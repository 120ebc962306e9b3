import type { Target } from './intent';
import { allNames } from './list-names';
import { findCarriers } from './model-words';
import { newestOfAll, newestOfFamilies } from './newest-names';
import { literalPattern } from './pattern-text';
import { type PlanContext, type PlanItem, problem } from './plan-item';
import { resolveTarget } from './resolve-target';
import { code, count, plain, series, toolWords } from './sentence';

/** What is to stay visible at one provider; everything else is to be hidden. */
export interface Selection {
  context: PlanContext;
  provider: string;
  total: number;
  patterns: string[];
  kept: number;
  /** How the choice was made, in words. */
  reason: string;
}

/** Chooses what stays visible at the context's provider, or tells what has to be done first or stands in the way. */
export function selectNewest(
  targets: readonly Target[],
  context: PlanContext,
): Selection | { items: PlanItem[] } {
  if (context.sight.kind === 'unseen')
    return { items: [problem(`I can’t see the page: ${context.sight.reason}.`)] };
  const { provider } = context.sight.page;
  const list = allNames(context);
  if (list.kind === 'due') return list;
  if (list.kind === 'failed') {
    return {
      items: [problem(`I could not go through the models of ${code(provider)}: ${toolWords(list.message)}`)],
    };
  }
  const chosen = new Set<string>();
  const patterns: string[] = [];
  const reasons: string[] = [];
  for (const target of targets) {
    if (target.kind === 'newest') {
      const newest = chooseNewest(target, list.names, provider);
      for (const name of newest.names) chosen.add(name);
      reasons.push(newest.reason);
    } else {
      const result = resolveTarget(target, context);
      if ('item' in result) return { items: [result.item] };
      patterns.push(result.resolved.choice.pattern);
      for (const name of result.resolved.choice.matches) chosen.add(name);
    }
  }
  const names = [...chosen].filter((name) => list.names.includes(name));
  const literal = [...chosen].map(literalPattern);
  return {
    context,
    provider,
    total: list.total,
    patterns: [...new Set([...patterns, ...literal])],
    kept: names.length,
    reason: reasons.join(' '),
  };
}

function chooseNewest(
  { among, words }: Extract<Target, { kind: 'newest' }>,
  all: readonly string[],
  provider: string,
): { names: string[]; reason: string } {
  const names = words.length === 0 ? all : findCarriers(words, all).map(({ name }) => name);
  const which = words.length === 0 ? '' : ` that carry "${words.join(' ')}"`;
  const of = `${count(names.length, 'model')} of ${code(provider)}${which}`;
  if (among === 'all') {
    const newest = newestOfAll(names);
    if (newest === null) return { names: [], reason: `${code(provider)} has no models${which}.` };
    return { names: [newest], reason: `Of ${of} the newest is ${code(newest)}.` };
  }
  const families = newestOfFamilies(names);
  const larger = families.filter(({ size }) => size > 1);
  const examples = larger.map(({ family, name, size }) => `${code(name)} of ${size} ${plain(family)}`);
  const shown = examples.slice(0, 3);
  const text = shown.length === 0 ? '' : `, for example ${series(shown)}`;
  return {
    names: families.map(({ name }) => name),
    reason: `${of} make ${families.length} families${text}.`,
  };
}
