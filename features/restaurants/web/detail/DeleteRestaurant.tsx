import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useDeleteWithUndo } from '../use-delete-with-undo.ts';

/** Asks for confirmation, deletes the place and returns to the list. The list offers to undo the deletion. */
export function DeleteRestaurant({ restaurant }: { restaurant: MyRestaurant }) {
  const [isAsking, setAsking] = useState(false);
  const deleteRestaurant = useDeleteWithUndo();
  const navigate = useNavigate();
  return (
    <>
      <Button look="soft" size="small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {m.restaurants_delete()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.restaurants_delete_title()}
        text={m.restaurants_delete_text()}
        confirmLabel={m.restaurants_delete_confirm()}
        isDangerous
        onConfirm={() => {
          setAsking(false);
          void navigate({ to: paths.home, replace: true }).then(() => deleteRestaurant(restaurant.id));
        }}
      />
    </>
  );
}
