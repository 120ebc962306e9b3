import { LOG_LEVELS, type LogLevel } from '@/src/core/logging/log-level';
import { MINIMUM_LEVEL_LABELS } from './level-labels';

interface LevelSelectProps {
  label: string;
  /** Null while nobody knows it. */
  level: LogLevel | null;
  /** The id of what explains the choice, if something does. */
  describedBy?: string;
  onChoose(level: LogLevel): void;
}

/** Chooses how much of the log. */
export function LevelSelect({ label, level, describedBy, onChoose }: LevelSelectProps) {
  return (
    <label className="log-field">
      <span>{label}</span>
      <select
        value={level ?? ''}
        disabled={level === null}
        aria-describedby={describedBy}
        onChange={(event) => {
          const chosen = LOG_LEVELS.find((one) => one === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {level === null && <option value="">…</option>}
        {LOG_LEVELS.map((one) => (
          <option key={one} value={one}>
            {MINIMUM_LEVEL_LABELS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
