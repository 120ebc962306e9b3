import { ErrorCard } from '../errors/error-card';

/** Stands in for an approval card that failed to render: what can't be shown can't be approved. */
export function BrokenApproval() {
  return (
    <ErrorCard
      error={{
        code: 'internal',
        message: 'What waits for your approval could not be displayed, so it cannot be approved.',
        remedy: 'Press Stop below: nothing of it runs.',
        details: null,
      }}
    />
  );
}
