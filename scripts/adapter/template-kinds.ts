import type { EFFECTS, IDENTITIES, TEMPLATE_KINDS, VALUE_TYPES } from '../kit/answers.mjs';

export type TemplateKind = (typeof TEMPLATE_KINDS)[number];
export type TakesEffect = (typeof EFFECTS)[number];
type IdentifiedBy = (typeof IDENTITIES)[number];
export type ValueType = (typeof VALUE_TYPES)[number];

/** The author's answers, from which an adapter is generated. */
export interface NewAdapter {
  /** In kebab case; also the name of the adapter's folder. */
  id: string;
  title: string;
  /** URL pattern of its pages, with `*` for any characters. */
  match: string;
  kind: TemplateKind;
  changes: TakesEffect;
  identity: IdentifiedBy;
  /**
   * The word for one of the page's values, in lower-case letters, or with its plural as `datum/data`. The templates say
   * `switch`, and those of `rule-list` have no such word.
   */
  noun: string;
  value: ValueType;
}
