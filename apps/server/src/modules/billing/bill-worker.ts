import { handleDrawing } from '../../core/pdf/paper-worker.ts';
import type { PaperOrder } from './bill-drawing.ts';
import { drawBill } from './bill-paper.ts';

/** Worker thread that draws one paper. */
void handleDrawing(({ bill, kind }: PaperOrder) => drawBill(bill, kind));
