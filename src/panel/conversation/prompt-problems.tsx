import type { PromptProblem } from '@/src/core/records/prompt-problem';

/** The parts of the system prompt that could not be used, and their replacements. Nothing if there are none. */
export function PromptProblems({ problems }: { problems: readonly PromptProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="card note-card" role="status">
      <p>The system prompt was not sent as it is configured.</p>
      {problems.map(({ message }) => (
        <p key={message} className="plain-text secondary">
          {message}
        </p>
      ))}
    </div>
  );
}
