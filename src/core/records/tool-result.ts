/**
 * The `error_code` of a commit that was refused, with nothing written, because others had changed the saved state that it
 * would replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';
