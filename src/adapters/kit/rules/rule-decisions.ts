import type { Json } from '@/src/schema/values/json';
import { rememberedWork, type Steps } from '../slices';
import type { StepBudget } from '../step-budget';
import { decisionBudget } from './decision-budget';
import { differingLists, type RuleLists } from './rule-lists';

/** The decisions of a page's rules about its models, cached by the context, which must not be mutated. */
export interface RuleDecisions<Context, List, Model> {
  /** The models of one list. Throws `too-complex` if deciding exceeds the step budget. */
  readonly ofList: (context: Context, list: List) => readonly Model[];
  /** The models of these lists. Throws as `ofList`. */
  readonly ofLists: (context: Context, lists: List[]) => { list: List; models: readonly Model[] }[];
  /** The models of all lists whose rules differ between two contexts, decided in both. Throws as `ofList`. */
  readonly ofChange: (after: Context, before: Context) => { was: readonly Model[]; is: readonly Model[] };
}

/**
 * Creates the decisions of a page's rules. `decide` is the dialect: it compares the rules of a list with its models, in steps and at the
 * cost of `budget`, and returns the same models in the same order for any rules.
 */
export function ruleDecisions<
  Context extends State & { [member: string]: Json },
  State,
  List extends Json,
  Model,
>(
  lists: RuleLists<State, List>,
  decide: (context: Context, list: List, budget: StepBudget) => Steps<readonly Model[]>,
): RuleDecisions<Context, List, Model> {
  return {
    ofList: rememberedWork((context: Context, list: List) => decide(context, list, decisionBudget())),
    ofLists: rememberedWork(function* (context: Context, wanted: List[]) {
      const budget = decisionBudget();
      const decided: { list: List; models: readonly Model[] }[] = [];
      for (const list of wanted) decided.push({ list, models: yield* decide(context, list, budget) });
      return decided;
    }),
    ofChange: rememberedWork(function* (after: Context, before: Context) {
      const budget = decisionBudget();
      const [was, is]: [Model[], Model[]] = [[], []];
      for (const list of differingLists(lists, before, after)) {
        for (const model of yield* decide(before, list, budget)) was.push(model);
        for (const model of yield* decide(after, list, budget)) is.push(model);
      }
      return { was, is };
    }),
  };
}
