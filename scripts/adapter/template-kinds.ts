/** The ways in which an adapter can reach its page; each has a folder of templates. */
export const TEMPLATE_KINDS = ['dom', 'rest', 'page-protocol', 'rule-list'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** When changes of a page take effect for others: as soon as they are made, or when they are saved. */
export const EFFECTS = ['live', 'saved'] as const;
export type TakesEffect = (typeof EFFECTS)[number];

/** The difference between two pages of the adapter's kind. */
export const IDENTITIES = ['site', 'path'] as const;
type IdentifiedBy = (typeof IDENTITIES)[number];

/** The author's answers, from which an adapter is made. */
export interface NewAdapter {
  /** In kebab case; also the name of its folder. */
  id: string;
  title: string;
  /** The addresses of its pages, with `*` for any characters. */
  match: string;
  kind: TemplateKind;
  changes: TakesEffect;
  identity: IdentifiedBy;
}
