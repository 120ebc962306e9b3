import { useState } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import { useImageUrl } from '@/src/panel/kit/text/use-image-url';
import type { MessageImage } from '@/src/schema/image';
import { t } from '@/src/texts/i18n';
import './message-images.css';

/** Thumbnails of a message's images; each opens the image in a dialog. */
export function MessageImages({ images }: { images: readonly MessageImage[] }) {
  return (
    <ul className="message-images" aria-label={t('conversation.images.name')}>
      {images.map((image) => (
        <li key={image.id}>
          <Thumbnail image={image} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ image: { id, name, bytes, width, height } }: { image: MessageImage }) {
  const [isOpen, setIsOpen] = useState(false);
  const stored = useQuery(({ imageById }) => imageById(id), [id]);
  const url = useImageUrl(stored ?? null);
  const size = sizeOf(bytes);
  if (stored === null) return <span className="meta">{t('conversation.images.gone', { name })}</span>;
  return (
    <>
      <button
        type="button"
        className="thumbnail"
        aria-label={t('conversation.images.show', { name, size })}
        aria-haspopup="dialog"
        title={t('conversation.images.facts', { name, width, height, size })}
        onClick={() => setIsOpen(true)}
      >
        {url !== null && <img src={url} alt={name} />}
      </button>
      {isOpen && url !== null && (
        <SheetFrame title={name} onClose={() => setIsOpen(false)}>
          <div className="sheet-body whole-image">
            <img src={url} alt={name} />
            <p className="meta">{t('conversation.images.size', { width, height, size })}</p>
          </div>
        </SheetFrame>
      )}
    </>
  );
}
