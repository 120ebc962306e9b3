import { Pause, Play } from 'lucide-react';
import type { ActiveRun } from './run-activity';

interface RunControlsProps {
  activity: ActiveRun;
  onPause(): void;
  onResume(): void;
}

/** Pauses a run after the current step, and resumes it. A single button, so that the focus stays when it changes. */
export function RunControls({ activity, onPause, onResume }: RunControlsProps) {
  const isPaused = activity === 'paused';
  const isPausing = activity === 'pausing';
  const label = isPaused ? 'Resume' : 'Pause';
  const Icon = isPaused ? Play : Pause;
  return (
    <button
      type="button"
      className="icon-button pause-button"
      aria-label={label}
      title={isPaused ? 'Resume' : 'Pause after this step'}
      aria-disabled={isPausing || undefined}
      onClick={() => {
        if (isPaused) onResume();
        else if (!isPausing) onPause();
      }}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
}
