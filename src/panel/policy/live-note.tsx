import { TriangleAlert } from 'lucide-react';
import type { PageTool } from '@/src/core/records/page-tool';
import { i18n } from '@/src/texts/i18n';
import { useDefinition } from '../link/load-definition';

interface LiveNoteProps {
  adapterId: string;
  pageTools: readonly PageTool[];
  onError(error: unknown): void;
}

/** The reason why every change of a page without a save needs approval. Nothing while the adapter's definition loads. */
export function LiveNote({ adapterId, pageTools, onError }: LiveNoteProps) {
  const definition = useDefinition(adapterId, pageTools, onError);
  if (definition === null) return null;
  const { effectNote } = definition;
  return (
    <p className="policy-live">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        {effectNote === undefined
          ? i18n.t('policy.live.explanation')
          : i18n.t('policy.live.explanationAfterNote', { note: effectNote })}
      </span>
    </p>
  );
}
