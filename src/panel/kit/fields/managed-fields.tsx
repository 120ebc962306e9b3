import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStored } from '@/src/panel/kit/use-stored';
import type { ExtensionSetting } from '@/src/schema/values/extension-settings';
import {
  MANAGED_POLICY_KEY,
  type ManagedPolicy,
  NO_POLICY,
  storedPolicy,
} from '@/src/schema/values/managed-policy';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './fields.css';

/** The policy of the user's organisation; null until it is loaded. */
export function useManagedPolicy(): ManagedPolicy | null {
  const { report } = useCommands();
  return useStored(MANAGED_POLICY_KEY, storedPolicy, report, 'local').value;
}

/** The policy of the user's organisation, by which fields are locked. */
export function useLimits(): ManagedPolicy {
  // Nothing is locked until it is loaded: the background refuses what it doesn't allow.
  return useManagedPolicy() ?? NO_POLICY;
}

/** The note that the organisation has set something. */
export function ManagedNote() {
  return (
    <p className="secondary managed-note">
      <Lock className="icon" />
      <span>{t('errors.title.managed')}</span>
    </p>
  );
}

interface AllowedAddressesProps {
  text: 'settings.managed.endpoints' | 'settings.managed.pages';
  /** Null if the organisation allows all. */
  addresses: readonly string[] | null;
}

/** The addresses that the organisation allows; nothing if it allows all. */
export function AllowedAddresses({ text, addresses }: AllowedAddressesProps) {
  if (addresses === null) return null;
  return (
    <p className="secondary">
      <SaidWords said={say(text, { addresses })} />
    </p>
  );
}

/**
 * The button that ends a chat's reading only, with the most that the organisation allows an assistant; its note if the organisation
 * allows no more.
 */
export function AllowChanges({ onAllow }: { onAllow(approvalPolicy: ApprovalPolicy): void }) {
  const { mostPermission } = useLimits();
  if (mostPermission === 'read-only') return <ManagedNote />;
  return <TextButton text="conversation.intro.allowChanges" onClick={() => onAllow(mostPermission)} />;
}

/** Fields that can't be changed, with a note, if the organisation has set them. */
export function ManagedFields({ isManaged, children }: { isManaged: boolean; children: ReactNode }) {
  if (!isManaged) return children;
  return (
    <fieldset disabled>
      {children}
      <ManagedNote />
    </fieldset>
  );
}

/** The field of a setting of the whole extension, which the organisation may have set. */
export function ManagedSetting({ name, children }: { name: ExtensionSetting; children: ReactNode }) {
  return <ManagedFields isManaged={name in useLimits().settings}>{children}</ManagedFields>;
}
