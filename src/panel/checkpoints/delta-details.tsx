import type { DeltaDescription } from '@/src/core/checkpoints/describe-delta';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { visibleJson } from '@/src/core/text/visible-json';
import { i18n } from '@/src/texts/i18n';
import { KeptFold } from '../appearance/kept-fold';

/** The differences to a checkpoint's state by JSON path, folded. Nothing if the states are equal. */
export function DeltaDetails({ delta }: { delta: DeltaDescription }) {
  const lines = deltaLines(delta);
  if (lines.length === 0) return null;
  return (
    <KeptFold fold="technical-details" summary={i18n.t('checkpoints.preview.technicalDetails')}>
      <pre className="data" dir="ltr">
        {spellOutLines(lines.join('\n'))}
      </pre>
    </KeptFold>
  );
}

/** One line for each item and value, e.g. `+ rules.ignore: "*-preview"`. */
function deltaLines({ added, removed, modified }: DeltaDescription): string[] {
  return [
    ...Object.entries(removed).flatMap(([path, items]) =>
      items.map((item) => `- ${path}: ${visibleJson(item)}`),
    ),
    ...Object.entries(added).flatMap(([path, items]) =>
      items.map((item) => `+ ${path}: ${visibleJson(item)}`),
    ),
    ...Object.entries(modified).map(
      ([path, change]) => `± ${path}: ${visibleJson(change.old)} → ${visibleJson(change.new)}`,
    ),
  ];
}
