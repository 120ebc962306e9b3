/** The tool that reads the models which a cut list leaves out. */
export const PAGED_BY = 'list_models';
