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

/** The policy of the user's organisation; until it is loaded, one that locks nothing. */
export function useLimits(): ManagedPolicy {
  // Locking nothing for a moment is safe: the background refuses what the policy doesn't allow.
  return useManagedPolicy() ?? NO_POLICY;
}

/** Note that the organisation has locked a setting. */
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
  /** Null if the organisation allows every address. */
  addresses: readonly string[] | null;
}

/** The addresses that the organisation allows. Renders nothing if it allows every address. */
export function AllowedAddresses({ text, addresses }: AllowedAddressesProps) {
  if (addresses === null) return null;
  return (
    <p className="secondary">
      <SaidWords said={say(text, { addresses })} />
    </p>
  );
}

/**
 * Button that lets a read-only chat make changes, with the least strict policy that the organisation allows. If the organisation allows
 * only reading, a note is shown instead.
 */
export function AllowChanges({ onAllow }: { onAllow(approvalPolicy: ApprovalPolicy): void }) {
  const { mostPermission } = useLimits();
  if (mostPermission === 'read-only') return <ManagedNote />;
  return <TextButton text="conversation.intro.allowChanges" onClick={() => onAllow(mostPermission)} />;
}

/** Disables the fields and adds a note if the organisation has set their value. */
export function ManagedFields({ isManaged, children }: { isManaged: boolean; children: ReactNode }) {
  if (!isManaged) return children;
  return (
    <fieldset disabled>
      {children}
      <ManagedNote />
    </fieldset>
  );
}

/** Frame for the field of an extension-wide setting: disables it if the organisation has set the value. */
export function ManagedSetting({ name, children }: { name: ExtensionSetting; children: ReactNode }) {
  return <ManagedFields isManaged={name in useLimits().settings}>{children}</ManagedFields>;
}
