/** The ways in which an adapter can reach its page; each has a folder of templates. */
export const TEMPLATE_KINDS = ['page-protocol', 'rest', 'form', 'dom', 'rule-list'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Time at which changes of a page take effect for others: at once, or with a save. */
export const EFFECTS = ['live', 'saved'] as const;
export type TakesEffect = (typeof EFFECTS)[number];

/** Difference between two pages of the adapter: their site, or their path. */
export const IDENTITIES = ['site', 'path'] as const;
type IdentifiedBy = (typeof IDENTITIES)[number];

/** Types of the page's values: on or off, a whole number from 0, or a text. */
export const VALUE_TYPES = ['boolean', 'number', 'text'] as const;
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
