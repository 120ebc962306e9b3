import { isDeeperThan } from '@/src/core/json-values';
import { spellOut } from '@/src/core/text/foreign-text';
import { cutLine, MAX_LINE_LENGTH } from '@/src/panel/kit/text/call-line';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { foldable } from '@/src/panel/kit/text/said-words';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { type Said, say, type TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** UTF-16 units of one value before the rest is folded. */
const MAX_VALUE_CHARS = 10_000;

/** Deepest nesting of a value that is shown as JSON. */
const MAX_VALUE_NESTING = 32;

type ToolDataProps = { title: TextKey } & ({ text: Said; data?: never } | { data: JsonObject; text?: never });

/** The arguments of a call, or its result's data. */
export function ToolData({ title, text, data }: ToolDataProps) {
  return (
    <div className="tool-data">
      <h2>{t(title)}</h2>
      {data === undefined ? (
        <div className="data">
          <FoldedText {...foldable(text)} maxChars={MAX_VALUE_CHARS} />
        </div>
      ) : (
        <dl className="data" lang="en">
          {Object.entries(data).map(([key, value]) => (
            <div key={key}>
              <dt>
                {spellOut(cutLine(key, MAX_LINE_LENGTH).replaceAll('_', ' '))}
                {Array.isArray(value) && ` · ${t('counts.entries', { count: value.length })}`}
              </dt>
              <dd>
                <FoldedText {...foldable(valueText(value))} maxChars={MAX_VALUE_CHARS} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Text of a result's value: a text unchanged, a list of texts as lines, anything else as JSON. */
export function valueText(value: Json): Said {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  // Very deep values aren't shown: indentation grows with the square of the depth, and `JSON.stringify` recurses.
  return isDeeperThan(value, MAX_VALUE_NESTING)
    ? say('conversation.call.tooDeep', { levels: MAX_VALUE_NESTING })
    : JSON.stringify(value, null, 2);
}
