import { ErrorCard } from '../errors/error-card';

/** Replaces an approval card that failed to render, without a way to approve: the user can't see what would run. */
export function BrokenApproval() {
  return (
    <ErrorCard
      error={{
        code: 'internal',
        message: 'This approval request could not be displayed, so it cannot be approved.',
        remedy: 'Press Stop below: none of its calls run.',
        details: null,
      }}
    />
  );
}
