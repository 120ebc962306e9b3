import { useState } from 'react';
import type { ChainVerdict } from '@/src/core/audit/audit-chain';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS, type TaskTools, useTask } from '@/src/panel/kit/progress/use-task';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { verdictText } from './audit-text';
import { verifyAudit } from './verify-audit';
import './audit.css';

/** Button that verifies a site's whole audit, with the progress and the verdict. */
export function Verification({ origin }: { origin: string }) {
  const verifying = useTask();
  const isCancellable = useSlow(verifying.task !== null, CANCELLABLE_AFTER_MS);
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  /** Number of entries that have been verified. */
  const [verified, setVerified] = useState(0);
  const verify = async ({ signal }: TaskTools) => {
    setVerdict(null);
    setVerified(0);
    setVerdict(await verifyAudit(origin, { signal, onProgress: setVerified }));
  };
  return (
    <>
      <p role="status" className="audit-verdict" data-kind={verdict?.kind}>
        {verdict !== null && verdictText(verdict)}
        {verdict === null && verifying.task !== null && t('audit.verify.running', { count: verified })}
      </p>
      <div className="button-row">
        <TextButton
          text="audit.verify.action"
          className="primary"
          aria-disabled={verifying.task !== null}
          onClick={() => verifying.run(t('audit.verify.action'), verify)}
        />
        {isCancellable && <TextButton text="common.cancel" onClick={verifying.cancel} />}
      </div>
    </>
  );
}
