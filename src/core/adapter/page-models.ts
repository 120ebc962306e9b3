/** A model and its state under the rules of a context. `kept`: visible because a rule keeps it. */
export interface PageModel {
  name: string;
  state: 'visible' | 'kept' | 'hidden';
}

/** Models that belong together, such as those of one provider. `models` is null while the page hasn't loaded them. */
export interface ModelGroup {
  name: string;
  models: readonly PageModel[] | null;
}
