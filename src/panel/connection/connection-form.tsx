import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { Connection } from '@/src/store/db';
import { ErrorCard } from '../errors/error-card';
import { sendCommand } from '../link/send-command';
import { useEndpointPermission } from './use-endpoint-permission';
import './connection.css';

interface ConnectionFormProps {
  /** The connection to change; null for a new one. */
  connection: Connection | null;
  /** Asks the endpoint for its models; resolves to what went wrong, or null. */
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  /** Saved, and the endpoint has answered. */
  onConnected(connectionId: string): void;
}

/** Where models come from: an endpoint's address and key. Saving asks for access to its host and tries it out. */
export function ConnectionForm({ connection, loadModels, onConnected }: ConnectionFormProps) {
  const [savedId, setSavedId] = useState(connection?.id ?? null);
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '');
  const [key, setKey] = useState('');
  const [label, setLabel] = useState(connection?.label ?? '');
  const [hasKey, setHasKey] = useState(connection?.hasKey ?? false);
  const [removesKey, setRemovesKey] = useState(false);
  const [stage, setStage] = useState<'editing' | 'saving' | 'trying'>('editing');
  const [error, setError] = useState<ErrorInfo | null>(null);
  const errorPlace = useRef<HTMLDivElement>(null);
  const requestPermission = useEndpointPermission(baseUrl);

  useEffect(() => {
    if (error !== null) errorPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  const save = async (permission: Promise<void>) => {
    setStage('saving');
    setError(null);
    try {
      await permission;
      const host = new URL(baseUrl.trim()).host;
      const { connectionId } = await sendCommand({
        type: 'save-connection',
        connectionId: savedId,
        label: label.trim() === '' ? host : label.trim(),
        baseUrl: baseUrl.trim().replace(/\/+$/, ''),
        key: key !== '' ? key.trim() : removesKey ? '' : null,
      });
      setSavedId(connectionId);
      if (key !== '') setHasKey(true);
      else if (removesKey) setHasKey(false);
      setKey('');
      setRemovesKey(false);
      setStage('trying');
      const failure = await loadModels(connectionId);
      if (failure === null) return onConnected(connectionId);
      setError(failure);
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
    setStage('editing');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Started here, while the browser still knows of the click.
    void save(requestPermission());
  };
  return (
    <form className="connection-form" onSubmit={onSubmit} noValidate>
      <label>
        <span>Base URL</span>
        <input
          type="url"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://127.0.0.1:8787/v1"
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
      </label>
      <label>
        <span>API key</span>
        <input
          type="password"
          className="mono"
          autoComplete="off"
          placeholder={hasKey ? 'Stored; leave empty to keep it' : 'Empty where none is needed'}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      {hasKey && key === '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={removesKey}
            onChange={(event) => setRemovesKey(event.target.checked)}
          />
          <span>Remove the stored key</span>
        </label>
      )}
      <label>
        <span>Name</span>
        <input
          type="text"
          autoComplete="off"
          placeholder="As you call it; else the host’s name"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
      </label>
      <div ref={errorPlace}>{error !== null && <ErrorCard error={error} />}</div>
      <div className="button-row">
        <button type="submit" className="primary" disabled={stage !== 'editing' || baseUrl.trim() === ''}>
          Save connection
        </button>
        <span className="secondary" role="status">
          {stage === 'trying' ? 'Asking for its models…' : ''}
        </span>
      </div>
    </form>
  );
}
