import type { Json, JsonObject } from '@/src/core/json';
import { count } from '../text/count';

type ToolDataProps = { title: string } & (
  | { text: string; data?: never }
  | { data: JsonObject; text?: never }
);

/** Arguments or a result's data, in full: lists of names as names, everything else as JSON. */
export function ToolData({ title, text, data }: ToolDataProps) {
  return (
    <div className="tool-data">
      <h4>{title}</h4>
      {data === undefined ? (
        <pre className="data">{text}</pre>
      ) : (
        <dl className="data">
          {Object.entries(data).map(([key, value]) => (
            <div key={key}>
              <dt>{heading(key, value)}</dt>
              <dd>{valueText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function heading(key: string, value: Json): string {
  const name = key.replaceAll('_', ' ');
  return Array.isArray(value) ? `${name} · ${count(value.length, 'entry', 'entries')}` : name;
}

function valueText(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  return JSON.stringify(value, null, 2);
}
