/** The cards and lines at the panel's foot beside an approval request, from the top. */
export const FOOT_CARDS = ['error', 'elsewhere', 'unsent', 'lost', 'status', 'message'] as const;

export type FootCard = (typeof FOOT_CARDS)[number];
