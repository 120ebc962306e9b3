import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { useImageUrl } from '@/src/panel/kit/text/use-image-url';
import type { KeptImage } from '@/src/schema/image';
import { type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import type { ComposerText } from '../composer-text';
import type { ComposerImages } from './use-composer-images';
import './image-tray.css';

interface ImageTrayProps {
  composerImages: ComposerImages;
  composerText: ComposerText;
  /** True while files are dragged over the panel. */
  isDragging: boolean;
}

/** The images of the message in the composer, each with its name, size and Remove. */
export function ImageTray({ composerImages, composerText, isDragging }: ImageTrayProps) {
  const { images, isOffered, remove } = composerImages;
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const lacksText = images.length > 0 && isOffered && text.trim() === '';
  const note = noteOf(composerImages, isDragging) ?? (lacksText ? say('composer.images.needsText') : null);
  return (
    <div className={images.length > 0 || note !== null ? 'image-part' : 'slot'}>
      {/* Above the images, since some of them may be scrolled out of sight. */}
      {images.length > 0 && !isOffered && (
        <p className="composer-note" role="alert">
          {t('composer.images.notTakenNote')}
        </p>
      )}
      {/* Always in the document: screen readers announce only changes of an existing live region. */}
      <p className={note === null ? 'visually-hidden' : 'meta'} aria-live="polite">
        {note !== null && <SaidWords said={note} />}
      </p>
      {images.length > 0 && (
        <ul className="image-tray" aria-label={t('composer.images.label')}>
          {images.map((image) => (
            <ComposerImage key={image.id} image={image} onRemove={() => void remove(image.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function noteOf({ isReading, change }: ComposerImages, isDragging: boolean): Said | null {
  if (isDragging) return say('composer.images.drop');
  return isReading ? say('composer.images.reading') : change;
}

function ComposerImage({ image, onRemove }: { image: KeptImage; onRemove(): void }) {
  const url = useImageUrl(image);
  const { name, bytes } = image;
  return (
    <li ref={passesFocusOn} className="composer-image">
      {url !== null && <img src={url} alt={name} />}
      <span className="composer-image-words">
        <ForeignText text={name} />
        <span className="meta">{wordsOf(sizeOf(bytes))}</span>
      </span>
      <IconButton
        icon={X}
        label={t('composer.images.removeLabel', { name })}
        title={t('common.remove')}
        onClick={onRemove}
      />
    </li>
  );
}
