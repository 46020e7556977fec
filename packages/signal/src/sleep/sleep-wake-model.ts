import type { LinearModel } from '../model/linear-model.ts';

/**
 * Written by `node tools/sleep-model/main.ts sleep`; the split and the misses are in
 * docs/decisions/020. Fitted on sixteen nights of Walch 2019 (sleep-accel, ODC-By 1.0).
 */
export const sleepWakeModel: LinearModel = {
  bias: 3.63862,
  inputs: [
    'activity',
    'activity ±2',
    'activity ±5',
    'activity ±10',
    'activity ±20',
    'activity ±40',
    'activity 10 before',
    'activity 10 after',
    'activity 30 before',
    'activity 30 after',
    'activity spread ±10',
    'activity spread ±30',
    'activity against ±60',
    'epochs since movement',
    'epochs until movement',
    'epochs since large movement',
    'epochs until large movement',
    'heart',
    'heart ±3',
    'heart ±10',
    'heart ±30',
    'heart 15 before',
    'heart 15 after',
    'heart against ±60',
    'heart spread ±10',
    'activity share of night',
    'epochs since start',
    'epochs until end',
  ],
  means: [
    0.663314, 0.663243, 0.662799, 0.661382, 0.657485, 0.651411, 0.672647, 0.651379, 0.690664,
    0.646897, 0.627459, 0.89567, 0.0147485, 2.23118, 2.26158, 2.74232, 2.76643, 0.0181337,
    0.0181922, 0.0181437, 0.0155558, 0.0200699, 0.0147393, 0.00774573, 0.27933, 0.407353, 5.78045,
    5.78045,
  ],
  spreads: [
    1.16983, 1.09866, 0.950014, 0.785945, 0.631547, 0.485433, 0.992297, 0.956025, 0.775947,
    0.696511, 0.591886, 0.494339, 0.934564, 1.63229, 1.658, 1.5681, 1.58048, 0.705373, 0.686551,
    0.615499, 0.449612, 0.646794, 0.648281, 0.581315, 0.201641, 0.379009, 0.999224, 0.999224,
  ],
  weights: [
    -0.485154, -0.454242, 0.128704, 0.0722027, -0.0727462, -0.280975, -0.0865309, 0.0676049,
    -0.00993783, 0.229572, -0.0740638, -0.668567, 0.206116, 0.024881, -0.214522, -0.244161,
    0.0384269, -0.180653, -0.228052, -0.40591, 0.0631011, -0.144214, 0.0334802, 0.399693, 0.149262,
    -0.413742, 1.00351, 0.465674,
  ],
};

export const sleepWakeSettings = {
  version: '1',
  asleepFrom: 0.816,
};
