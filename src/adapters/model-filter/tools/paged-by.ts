/** The tool that lists the models which a cut list leaves out. */
export const PAGED_BY = 'list_models';
/** The tool that lists the rules which a cut list leaves out. */
export const RULES_PAGED_BY = 'list_rules';
