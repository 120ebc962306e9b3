import { LOG_LEVELS, type LogLevel } from '@/src/core/logging/log-level';
import { i18n } from '@/src/texts/i18n';
import { MINIMUM_LEVEL_LABELS } from './level-labels';

interface LevelSelectProps {
  label: string;
  /** Null while loading. */
  level: LogLevel | null;
  /** The id of a description, if there is one. */
  describedBy?: string;
  onChoose(level: LogLevel): void;
}

/** Select for a log level. */
export function LevelSelect({ label, level, describedBy, onChoose }: LevelSelectProps) {
  return (
    <label className="log-field">
      <span>{label}</span>
      <select
        value={level ?? ''}
        disabled={level === null}
        aria-describedby={describedBy}
        onChange={(event) => {
          const chosen = LOG_LEVELS.find((candidate) => candidate === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {level === null && <option value="">…</option>}
        {LOG_LEVELS.map((candidate) => (
          <option key={candidate} value={candidate}>
            {i18n.t(MINIMUM_LEVEL_LABELS[candidate])}
          </option>
        ))}
      </select>
    </label>
  );
}
