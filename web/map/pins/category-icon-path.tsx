import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CATEGORIES_WITH_ICON, CategoryIcon } from '#web/ui/CategoryIcon.tsx';

const drawn = new Map<string, Path2D>();

/**
 * Returns the icon of a category as a path on a grid of 24 units, for the canvas. The path is read from the React
 * component that lists use, so that both show the same icon.
 */
export function categoryIconPath(categoryId: string | null): Path2D {
  const key = categoryId ?? '';
  const path = drawn.get(key) ?? readPath(categoryId);
  drawn.set(key, path);
  return path;
}

/**
 * Reads all icons in advance. Some maps draw pins while React renders. No other component can be rendered at that
 * moment, so the icons must have been read before.
 */
export function readCategoryIcons(): void {
  for (const categoryId of [null, ...CATEGORIES_WITH_ICON]) categoryIconPath(categoryId);
}

function readPath(categoryId: string | null): Path2D {
  const aside = document.createElement('div');
  const root = createRoot(aside);
  flushSync(() => root.render(<CategoryIcon categoryId={categoryId} />));
  const path = new Path2D();
  for (const shape of aside.querySelectorAll('svg > *')) addShape(path, shape);
  root.unmount();
  return path;
}

function addShape(path: Path2D, shape: Element): void {
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
  switch (shape.localName) {
    case 'path':
      path.addPath(new Path2D(shape.getAttribute('d') ?? ''));
      break;
    case 'circle':
      path.moveTo(number('cx') + number('r'), number('cy'));
      path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
      break;
    case 'line':
      path.moveTo(number('x1'), number('y1'));
      path.lineTo(number('x2'), number('y2'));
      break;
    case 'rect':
      path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
      break;
    default:
      throw new Error(`Pins cannot draw this icon shape: ${shape.localName}`);
  }
}
